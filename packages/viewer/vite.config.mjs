import { defaultClientConditions, defineConfig } from 'vite';

/** Static files with relative addresses: the page works from any folder of any host. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: 'public',
  resolve: { conditions: ['@unbake/source', ...defaultClientConditions] },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    // No inline data: URLs: the policy of the page allows its own files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    reportCompressedSize: false,
  },
});
