import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [svelte()],
  base: './',
  build: { target: 'es2023', sourcemap: true },
  test: {
    include: ['{worker,src,serve,tests/spec,tests/conformance,tests/clients}/**/*.test.ts'],
    environment: 'node',
  },
})
