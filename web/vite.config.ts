import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { Core, simdProbe } from './src/engine/core.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const moduleFile = path('../build/wasm/rimau.wasm');
const languages = ['en', 'ms', 'id', 'es'];

// The games as they are told in each language, and how each begins, asked of the module when the page is built: so the home
// page is there, and can be pressed, before the module is, and the other pages need not ask for what never changes.
function toldGames(): Plugin {
  const name = 'virtual:told-games';
  return {
    name: 'rimau-told-games',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    async load(id) {
      if (id !== `\0${name}`) return null;
      const core = await Core.make(new WebAssembly.Module(readFileSync(moduleFile)));
      const told = Object.fromEntries(
        languages.map((language) => [language, core.games(language)]),
      );
      const starts = core.games('en').games.map(({ id: game }) => {
        const table = core.newTable(game);
        const view = table.look();
        table.close();
        return [game, { view, shape: core.board(game) }];
      });
      const text = JSON.stringify({ told, starts: Object.fromEntries(starts) });
      return `export default JSON.parse(${JSON.stringify(text)});`;
    },
  };
}

// The module is fetched beside the page's code, not after it.
function preloadModule(): Plugin {
  return {
    name: 'rimau-preload-module',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) =>
          /rimau-(?!solver|plain)[^/]*\.wasm$/.test(name),
        );
        if (!file) throw new Error('the module is not among the files of the page');
        const attrs = { rel: 'preload', as: 'fetch', href: `./${file}`, crossorigin: 'anonymous' };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}

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
          .replace("['PROBE']", JSON.stringify(simdProbe))
          .replace("['FILES']", JSON.stringify(files.sort())),
      });
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [svelte(), toldGames(), preloadModule(), serviceWorker()],
  // The modules are built by CMake's preset wasm before the page is.
  resolve: {
    alias: [
      { find: /^@module/, replacement: moduleFile },
      { find: /^@plain/, replacement: path('../build/wasm/rimau-plain.wasm') },
      { find: /^@solver/, replacement: path('../build/wasm/rimau-solver.wasm') },
    ],
    ...(process.env.VITEST ? { conditions: ['browser'] } : {}),
  },
  server: { fs: { allow: [path('.'), path('../build/wasm'), path('../networks')] } },
  worker: { format: 'es' },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  test: { include: ['tests/**/*.test.ts'], environment: 'node', testTimeout: 20_000 },
});
