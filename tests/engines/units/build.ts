import path from 'node:path'
import type { Metafile, Plugin } from 'esbuild'
import { build } from 'esbuild'
import { globSync } from 'tinyglobby'

const root = path.join(import.meta.dirname, '../../..')
const ENTRIES = ['tests/engines/units/page.ts', 'tests/engines/units/worker.ts']
/** The modules of Node, by which tests also find the files beside them. */
const OF_NODE = /^node:/

interface UnitsBuild {
  /** The test files that run in a browser. */
  readonly files: readonly string[]
  /** The test files that need Node, and the module that does. */
  readonly needNode: ReadonlyMap<string, string>
}

/** Builds the unit tests of worker/ whose path contains a text, as modules with their paths below `folder`. */
export async function buildUnits(folder: string, text: string): Promise<UnitsBuild> {
  const all = globSync('worker/**/*.test.ts', { cwd: root })
    .filter((file) => file.includes(text))
    .sort()
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...ENTRIES, ...all],
    outbase: root,
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    external: ['node:*'],
    // Some tests compare names of functions.
    keepNames: true,
    sourcemap: 'linked',
    metafile: true,
    logLevel: 'error',
    plugins: [archiveOfPage],
  })
  const needNode = new Map<string, string>()
  for (const file of all) {
    const module = moduleOfNode(metafile, file)
    if (module !== undefined) needNode.set(file, module)
  }
  return { files: all.filter((file) => !needNode.has(file)), needNode }
}

const archiveOfPage: Plugin = {
  name: 'archive-of-page',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]tests[\\/]recordings[\\/]archive\.ts$/ }, () => ({
      contents: "export * from '../engines/units/archive.ts'",
      resolveDir: path.join(root, 'tests/recordings'),
    }))
  },
}

/** The first module of Node that a file imports, directly or through others. */
function moduleOfNode({ inputs }: Metafile, file: string): string | undefined {
  const seen = new Set([file])
  for (const name of seen)
    for (const { path: imported, external } of inputs[name]?.imports ?? []) {
      if (external === true && OF_NODE.test(imported)) return imported
      seen.add(imported)
    }
  return undefined
}
