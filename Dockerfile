# A chain with Arc's base contracts, a DAO and a demo test, for people who write no TypeScript. See
# docs/container.md. `docker build .` builds it for the platform it runs on. The secret is optional and
# needs BuildKit: npm settings, such as your own registry.
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    node scripts/build.mjs \
    && node scripts/image/slim.mjs \
    && node scripts/image/bake.mjs /chain \
    && rm -rf scripts src tasks fixtures tsconfig*.json .npmrc node_modules/.package-lock.json package-lock.json

FROM ${BASE}
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="hardhat-dao-migration" \
      org.opencontainers.image.description="A test chain with a migrated DAOstack Arc base, DAO and demo test" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="GPL-3.0-only"
COPY --from=build /app /app
COPY --from=build /chain /chain
# Any user can run a container, write the chain's files, and persist the chain in a volume.
RUN mkdir /db \
    && chmod 0777 /chain /db \
    && ln -s /app/dist/src/cli/dao-migrate.js /usr/local/bin/dao-migrate \
    && ln -s /app/dist/src/cli/test-chain.js /usr/local/bin/dao-test-chain
# npm fetches other Arc releases; these folders are writable for any user.
ENV NODE_ENV=production \
    DAO_TEST_CHAIN_HOST=0.0.0.0 \
    DAO_MIGRATION_CACHE=/tmp/dao-migration \
    npm_config_cache=/tmp/npm
WORKDIR /chain
USER 1000:1000
EXPOSE 8545
HEALTHCHECK --interval=2s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "/app/dist/src/cli/health.js"]
ENTRYPOINT ["node", "/app/dist/src/cli/test-chain.js"]
