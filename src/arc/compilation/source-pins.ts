/**
 * The sha512 integrity of what contracts are compiled with and from, besides the packages of pins.ts.
 * scripts/prove-sources.mjs checks them against the registry.
 */
export const SOURCE_PINS: Readonly<Record<string, string>> = {
  "@daostack/infra@0.0.1-rc.14":
    "sha512-c/zQ8drjq/GJk37zgNqBh2BxPFVXVEBS0X0EZLoRwOZ4aHC31673oVUjtbQ7ltmuFC4yPfQOvWTGzT4C+D8fNg==",
  "@daostack/infra@0.0.1-rc.15":
    "sha512-th/nb1okI7qDNxMCILDdX8I+31zIDvgfDJlPhe/dTPUAC3Zr55WCcrUa8oS7cOb6G1ki7OdGycDCbfnu2ndWgg==",
  "@daostack/infra@0.0.1-rc.19":
    "sha512-Izvhc+WSzo6FAqPpuO7trrpd0Eeawf2TvqIAuCcCHoAbQ4IYYdtcF127IMhdFWJqXYadIYsDnqTPdYzX0xPC0w==",
  "openzeppelin-solidity@2.5.1":
    "sha512-oCGtQPLOou4su76IMr4XXJavy9a8OZmAXeUZ8diOdFznlL/mlkIlYr7wajqCzH4S47nlKPS7m0+a2nilCTpVPQ==",
  "solc@0.4.18":
    "sha512-Kq+O3PNF9Pfq7fB+lDYAuoqRdghLmZyfngsg0h1Hj38NKAeVHeGPOGeZasn5KqdPeCzbMFvaGyTySxzGv6aXCg==",
  "solc@0.4.19":
    "sha512-hvi/vi9rQcB73poRLoLRfQIYKwmdhrNbZlOOFCGd5v58gEsYEUr3+oHPSXhyk4CFNchWC2ojpMYrHDJNm0h4jQ==",
  "solc@0.4.23":
    "sha512-AT7anLHY6uIRg2It6N0UlCHeZ7YeecIkUhnlirrCgCPCUevtnoN48BxvgigN/4jJTRljv5oFhAJtI6gvHzT5DQ==",
  "solc@0.4.24":
    "sha512-2xd7Cf1HeVwrIb6Bu1cwY2/TaLRodrppCq3l7rhLimFQgmxptXhTC3+/wesVLpB09F1A2kZgvbMOgH7wvhFnBQ==",
  "solc@0.4.25":
    "sha512-jU1YygRVy6zatgXrLY2rRm7HW1d7a8CkkEgNJwvH2VLpWhMFsMdWcJn6kUqZwcSz/Vm+w89dy7Z/aB5p6AFTrg==",
  "solc@0.5.11":
    "sha512-F8avCCVDYnJzvIm/ITsU11GFNdFI4HaNsME+zw9lK5a3ojD3LZN2Op2cIfWg7w1HeRYRiMOU1dM77saX6jUIKw==",
  "solc@0.5.13":
    "sha512-osybDVPGjAqcmSKLU3vh5iHuxbhGlJjQI5ZvI7nRDR0fgblQqYte4MGvNjbew8DPvCrmoH0ZBiz/KBBLlPxfMg==",
  "solc@0.5.17":
    "sha512-qpX+PGaU0Q3c6lh2vDzMoIbhv6bIrecI4bYsx+xUs01xsGFnY6Nr0L8y/QMyutTnrHN6Lb/Yl672ZVRqxka96w==",
  "solc@0.5.2":
    "sha512-gZSRM+2HKe8TXeXE+RJtdPq9+8IxpukMnUXXfphJ4d5duHfKfi7lu0eBFh6WSWvnYQ8xis+sfidiurOop2q1KQ==",
  "solc@0.5.4":
    "sha512-Jz3yz2mct0AYzR83/jBgxDqrLXTHhYUg2G2PVJbMMt5Vu+8e3Of1Mn3nvjPw5mh46jrzt8l4fBN7vHqG5ZF0cw==",
};

/** The compiler of each package, in full, as its build files say. */
export const COMPILERS: Readonly<Record<string, string>> = {
  "@daostack/arc-hive@0.0.1-rc.4": "0.5.4+commit.9549d8ff",
  "@daostack/arc@0.0.0-alpha.29": "0.4.18+commit.9cf6e910",
  "@daostack/arc@0.0.0-alpha.32": "0.4.19+commit.c4cbbb05",
  "@daostack/arc@0.0.0-alpha.34": "0.4.19+commit.c4cbbb05",
  "@daostack/arc@0.0.0-alpha.35": "0.4.19+commit.c4cbbb05",
  "@daostack/arc@0.0.0-alpha.38": "0.4.19+commit.c4cbbb05",
  "@daostack/arc@0.0.0-alpha.42": "0.4.23+commit.124ca40d",
  "@daostack/arc@0.0.0-alpha.44": "0.4.24+commit.e67f0147",
  "@daostack/arc@0.0.0-alpha.45": "0.4.24+commit.e67f0147",
  "@daostack/arc@0.0.0-alpha.47": "0.4.24+commit.e67f0147",
  "@daostack/arc@0.0.0-alpha.50": "0.4.24+commit.e67f0147",
  "@daostack/arc@0.0.0-alpha.52": "0.4.24+commit.e67f0147",
  "@daostack/arc@0.0.0-alpha.53": "0.4.24+commit.e67f0147",
  "@daostack/arc@0.0.0-alpha.56": "0.4.25+commit.59dbf8f1",
  "@daostack/arc@0.0.0-alpha.58": "0.4.25+commit.59dbf8f1",
  "@daostack/arc@0.0.1-rc.11": "0.5.4+commit.9549d8ff",
  "@daostack/arc@0.0.1-rc.12": "0.5.4+commit.9549d8ff",
  "@daostack/arc@0.0.1-rc.14": "0.5.4+commit.9549d8ff",
  "@daostack/arc@0.0.1-rc.16": "0.5.4+commit.9549d8ff",
  "@daostack/arc@0.0.1-rc.17": "0.5.4+commit.9549d8ff",
  "@daostack/arc@0.0.1-rc.18": "0.5.4+commit.9549d8ff",
  "@daostack/arc@0.0.1-rc.19": "0.5.4+commit.9549d8ff",
  "@daostack/arc@0.0.1-rc.21": "0.5.4+commit.9549d8ff",
  "@daostack/arc@0.0.1-rc.22": "0.5.4+commit.9549d8ff",
  "@daostack/arc@0.0.1-rc.23": "0.5.4+commit.9549d8ff",
  "@daostack/arc@0.0.1-rc.24": "0.5.11+commit.c082d0b4",
  "@daostack/arc@0.0.1-rc.27": "0.5.11+commit.c082d0b4",
  "@daostack/arc@0.0.1-rc.28": "0.5.11+commit.c082d0b4",
  "@daostack/arc@0.0.1-rc.3": "0.5.2+commit.1df8f40c",
  "@daostack/arc@0.0.1-rc.30": "0.5.11+commit.c082d0b4",
  "@daostack/arc@0.0.1-rc.31": "0.5.11+commit.c082d0b4",
  "@daostack/arc@0.0.1-rc.32": "0.5.11+commit.c082d0b4",
  "@daostack/arc@0.0.1-rc.33": "0.5.11+commit.c082d0b4",
  "@daostack/arc@0.0.1-rc.34": "0.5.13+commit.5b0b510c",
  "@daostack/arc@0.0.1-rc.36": "0.5.13+commit.5b0b510c",
  "@daostack/arc@0.0.1-rc.37": "0.5.13+commit.5b0b510c",
  "@daostack/arc@0.0.1-rc.38": "0.5.13+commit.5b0b510c",
  "@daostack/arc@0.0.1-rc.39": "0.5.13+commit.5b0b510c",
  "@daostack/arc@0.0.1-rc.40": "0.5.13+commit.5b0b510c",
  "@daostack/arc@0.0.1-rc.41": "0.5.13+commit.5b0b510c",
  "@daostack/arc@0.0.1-rc.44": "0.5.17+commit.d19bba13",
  "@daostack/arc@0.0.1-rc.47": "0.5.17+commit.d19bba13",
  "@daostack/arc@0.0.1-rc.53": "0.5.17+commit.d19bba13",
  "@daostack/arc@0.0.1-rc.55": "0.5.17+commit.d19bba13",
  "@daostack/arc@0.0.1-rc.57": "0.5.17+commit.d19bba13",
  "@daostack/arc@0.0.1-rc.6": "0.5.2+commit.1df8f40c",
  "@daostack/arc@0.0.1-rc.7": "0.5.2+commit.1df8f40c",
  "@daostack/arc@0.0.1-rc.8": "0.5.2+commit.1df8f40c",
  "@daostack/arc@0.0.1-rc.9.1": "0.5.2+commit.1df8f40c",
  "@daostack/infra@0.0.1-rc.14": "0.5.4+commit.9549d8ff",
  "@daostack/infra@0.0.1-rc.15": "0.5.11+commit.c082d0b4",
  "@daostack/infra@0.0.1-rc.19": "0.5.17+commit.d19bba13",
  "@daostack/infra@0.0.1-rc.21": "0.5.17+commit.d19bba13",
};

/** Packages that were compiled from another one's sources, too, and do not have them in their build files. */
export const DEPENDENCIES: Readonly<Record<string, string>> = {
  "@daostack/infra@0.0.1-rc.21": "openzeppelin-solidity@2.5.1",
};
