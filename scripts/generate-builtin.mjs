// npm run generate              writes the tables of the built-in kinds, worker/schema/builtin/*.generated.ts
// npm run generate -- --check   exits with 1 when a table differs from what would be written
// The source is recordings/schema: the published types and discovery documents, and the layout of the Go structs.
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { resourceTable } from './builtin-resources.mjs'
import { typeTable } from './builtin-types.mjs'

const project = new URL('..', import.meta.url)
const source = (file) => readFileSync(new URL(`recordings/schema/${file}`, project))
const fact = (name) => JSON.parse(gunzipSync(source(`${name}.json.gz`)).toString('utf8'))

/** Each table with the file that describes its notation. */
const tables = [
  { name: 'types', notation: 'notation', text: typeTable(source('structs.txt').toString('utf8'), fact('types')) },
  {
    name: 'resources',
    notation: 'resources',
    text: resourceTable(fact('discovery-all'), fact('discovery-default'), fact('storage-versions')),
  },
]

const isCheck = process.argv.includes('--check')
for (const { name, notation, text } of tables) {
  const path = `worker/schema/builtin/${name}.generated.ts`
  const file = new URL(path, project)
  const head = `// Written by scripts/generate-builtin.mjs; the notation is described in ${notation}.ts.\n`
  const module = `${head}export const table = \`${text}\`\n`
  if (readFileSync(file, 'utf8') === module) continue
  if (isCheck) {
    console.error(`${path} differs from its source in recordings/schema: npm run generate`)
    process.exitCode = 1
  } else writeFileSync(file, module)
}
