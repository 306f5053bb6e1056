# A chain with Arc's base contracts, a DAO and a demo test, usable without TypeScript. See
# docs/container.md. `docker build .` builds it for the current platform, `--platform linux/arm64` for another
# one, without an emulator: all commands run in the first stage, on the build machine's platform.
# The secret is optional and needs BuildKit: npm settings, such as your own registry.
ARG BASE=node:24-bookworm-slim
ARG BUILD_BASE=${BASE}

FROM --platform=$BUILDPLATFORM ${BUILD_BASE} AS build
# Its `strip` knows the files of all platforms.
RUN apt-get update -q && apt-get install -q -y --no-install-recommends binutils-multiarch
WORKDIR /image/app
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    node scripts/build.mjs \
    && node scripts/image/slim.mjs \
    && node scripts/image/bake.mjs /image/chain \
    && node scripts/image/compiled.mjs
ARG TARGETARCH
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    node scripts/image/native.mjs "$TARGETARCH" \
    && rm -rf scripts src tasks fixtures tsconfig*.json .npmrc node_modules/.package-lock.json package-lock.json \
    && find . -type d -empty -delete \
    # Any user can run a container, write the chain's files, and persist the chain in a volume.
    && mkdir -p ../db ../usr/local/bin \
    && chmod 0777 ../chain ../db \
    && ln -s /app/dist/src/interfaces/cli/dao-migrate.js ../usr/local/bin/dao-migrate \
    && ln -s /app/dist/src/interfaces/cli/test-chain.js ../usr/local/bin/dao-test-chain

FROM ${BASE}
ARG VERSION=0.0.0
LABEL org.opencontainers.image.title="hardhat-dao-migration" \
      org.opencontainers.image.description="A test chain with a migrated DAOstack Arc base, DAO and demo test" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.licenses="GPL-3.0-only"
COPY --from=build /image /
# npm fetches other Arc releases; these folders are writable for any user.
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/app/compiled \
    NODE_COMPILE_CACHE_PORTABLE=1 \
    DAO_TEST_CHAIN_HOST=0.0.0.0 \
    DAO_MIGRATION_CACHE=/tmp/dao-migration \
    npm_config_cache=/tmp/npm
WORKDIR /chain
USER 1000:1000
EXPOSE 8545
HEALTHCHECK --interval=2s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "/app/dist/src/interfaces/cli/health.js"]
ENTRYPOINT ["node", "/app/dist/src/interfaces/cli/test-chain.js"]
