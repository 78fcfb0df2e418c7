// npm run pack: builds the package `tabplane` for Node and packs it. The last line is the path of the tarball.
// With --surface it also writes package/surface/, the public declarations under review.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { bundle } from './bundle.mjs'
import { declarations } from './package-declarations.mjs'
import { must, root, setUp } from './setup.mjs'

setUp()
const folder = path.join(root, '.cache', 'package')
const library = path.join(folder, 'lib')
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))

/** Packages with files of their own beside their code; everything else becomes a part of the package. */
const EXTERNAL = ['classic-level', '@grpc/grpc-js', '@grpc/proto-loader']

/** The descriptions of fields as one value, in place of the source files that they are read from. */
const fieldDescriptions = {
  name: 'field-descriptions',
  setup({ onLoad }) {
    onLoad({ filter: /serve\/field-descriptions\.ts$/ }, async ({ path: file }) => {
      const { readFieldDescriptions } = await import(pathToFileURL(await bundle(file)).href)
      const text = JSON.stringify(readFieldDescriptions())
      return { contents: `const all = ${text}\nexport const readFieldDescriptions = () => all`, loader: 'js' }
    })
  },
}

/** The script in front of each handler as text, in place of the build that makes it. */
const runnerScript = {
  name: 'runner-script',
  setup({ onLoad }) {
    onLoad({ filter: /package\/handlers\/runner-script\.ts$/ }, async () => {
      const entryPoints = ['src/handlers/sandbox/runner.ts']
      const { outputFiles } = await build({
        entryPoints,
        absWorkingDir: root,
        bundle: true,
        format: 'iife',
        write: false,
      })
      return {
        contents: `const text = ${JSON.stringify(outputFiles[0].text)}\nexport const runnerScript = async () => text`,
      }
    })
  },
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(library, { recursive: true })
must('tsc', ['--build', 'package'])
const { metafile } = await build({
  entryPoints: { tabplane: 'package/bin/tabplane.ts', server: 'package/server/index.ts' },
  absWorkingDir: root,
  outdir: library,
  bundle: true,
  splitting: true,
  minifySyntax: true,
  minifyWhitespace: true,
  external: EXTERNAL,
  // Its build for Node is CommonJS, which a module cannot contain.
  alias: { yaml: path.join(root, 'node_modules/yaml/browser/index.js') },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  sourcemap: true,
  sourcesContent: true,
  metafile: true,
  logLevel: 'error',
  legalComments: 'none',
  plugins: [fieldDescriptions, runnerScript],
})
const bin = path.join(library, 'tabplane.mjs')
writeFileSync(bin, `#!/usr/bin/env node\n${readFileSync(bin, 'utf8')}`, { mode: 0o755 })
cpSync(path.join(root, 'serve/etcd/etcd.proto'), path.join(library, 'chunks/etcd.proto'))
cpSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
cpSync(path.join(root, 'package/README.md'), path.join(folder, 'README.md'))
cpSync(path.join(root, 'CHANGELOG.md'), path.join(folder, 'CHANGELOG.md'))
const surface = declarations('package/server/index.ts')
writeFileSync(path.join(library, 'server.d.ts'), surface)
if (process.argv.includes('--surface')) writeFileSync(path.join(root, 'package/surface/server.d.ts'), surface)
writeFileSync(path.join(folder, 'THIRD-PARTY-NOTICES.md'), notices(Object.keys(metafile.inputs)))
writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(packageManifest(), undefined, 2)}\n`)
const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', path.dirname(folder)], {
  cwd: folder,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [{ filename, size, unpackedSize }] = JSON.parse(packed)
console.log(`${(size / 1024).toFixed(0)} kB packed, ${(unpackedSize / 1024).toFixed(0)} kB unpacked`)
console.log(path.join(path.dirname(folder), filename))

function packageManifest() {
  const { name, version, description, license, type, engines, dependencies } = manifest
  return {
    ...{ name, version, description, license, type, engines },
    bin: { tabplane: 'lib/tabplane.mjs' },
    exports: {
      './server': { types: './lib/server.d.ts', default: './lib/server.mjs' },
      './package.json': './package.json',
    },
    files: ['lib', 'CHANGELOG.md', 'THIRD-PARTY-NOTICES.md'],
    dependencies: Object.fromEntries(EXTERNAL.map((one) => [one, dependencies[one]])),
  }
}

/** The licences of the packages whose code is a part of the bundle. */
function notices(inputs) {
  const names = new Set(inputs.map((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]).filter(Boolean))
  const parts = [...names].sort().map((name) => {
    const { version, license } = JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8'))
    return `## ${name} ${version} (${license})\n\n${licenceOf(path.join(root, 'node_modules', name))}`
  })
  return `# Third-party notices\n\nThe package contains code of these packages.\n\n${parts.join('\n')}`
}

function licenceOf(place) {
  for (const file of ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license', 'LICENCE', 'LICENSE-MIT'])
    try {
      return `\`\`\`\n${readFileSync(path.join(place, file), 'utf8').trim()}\n\`\`\`\n`
    } catch {
      continue
    }
  return ''
}
