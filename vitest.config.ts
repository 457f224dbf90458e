import { defineConfig } from "vitest/config";

// The source condition lets every test run without a build.
const conditions = ["@mcpwire/source"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    testTimeout: 20_000,
    // Real sockets and processes meet real clocks: on a busy machine a deadline may be missed once. Twice is a fault.
    retry: process.env["CI"] === undefined ? 0 : 1,
  },
});
