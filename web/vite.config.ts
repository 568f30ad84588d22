import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

// Writes sw.js with the list of all files of this build, so that the page works without a network afterwards.
function serviceWorker(): Plugin {
  return {
    name: 'rimau-service-worker',
    apply: 'build',
    generateBundle(_options, bundle) {
      const source = readFileSync(path('src/sw.js'), 'utf8');
      const kept = readdirSync(path('public')).filter((name) => !name.startsWith('.'));
      const files = ['./', ...Object.keys(bundle).filter((name) => name !== 'index.html'), ...kept];
      const digest = createHash('sha256');
      for (const name of kept) digest.update(readFileSync(path(`public/${name}`)));
      for (const [name, part] of Object.entries(bundle))
        digest.update(name).update(part.type === 'chunk' ? part.code : part.source);
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: source
          .replace("'VERSION'", JSON.stringify(digest.digest('hex').slice(0, 12)))
          .replace("['FILES']", JSON.stringify(files.sort())),
      });
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [svelte(), serviceWorker()],
  // The module is built by CMake's preset wasm before the page is.
  resolve: {
    alias: [{ find: /^@module/, replacement: path('../build/wasm/rimau.wasm') }],
    ...(process.env.VITEST ? { conditions: ['browser'] } : {}),
  },
  server: { fs: { allow: [path('.'), path('../build/wasm')] } },
  worker: { format: 'es' },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  test: { include: ['tests/**/*.test.ts'], environment: 'node', testTimeout: 20_000 },
});
