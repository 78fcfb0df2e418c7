import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { expect, it } from 'vitest'
import { compiledAhead } from './compiled-ahead.ts'

it('puts the hint on the first line of code of a first visit, and keeps its source map correct', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'compiled-ahead-'))
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      plugins: [compiledAhead()],
      build: {
        outDir: folder,
        sourcemap: true,
        rolldownOptions: {
          input: { page: 'scripts/compiled-ahead.ts' },
          preserveEntrySignatures: 'strict',
          output: { entryFileNames: '[name].js' },
        },
      },
    })
    const lines = readFileSync(path.join(folder, 'page.js'), 'utf8').split('\n')
    expect(lines[0]).toBe('//# allFunctionsCalledOnLoad')
    const map = new SourceMap(JSON.parse(readFileSync(path.join(folder, 'page.js.map'), 'utf8')))
    expect(map.findEntry(1, lines[1]?.indexOf('/^(page') ?? 0)).toMatchObject({ originalLine: 3 })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
