/**
 * Writes the tables of the built-in kinds, worker/schema/builtin/*.generated.ts, from the recorded schema of the real server
 * and the struct layouts in scripts/builtin-structs.txt. Run by hand after a change of either.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resourceTable } from './builtin-resources.mjs'
import { typeTable } from './builtin-types.mjs'

const project = new URL('..', import.meta.url)
const fact = (name) => JSON.parse(readFileSync(new URL(`../shared/schema/${name}.json`, project), 'utf8'))
const structs = readFileSync(new URL('scripts/builtin-structs.txt', project), 'utf8')

const tables = {
  types: typeTable(structs, fact('types-1.30')),
  resources: resourceTable(fact('discovery-all'), fact('discovery-default'), fact('storage-versions')),
}
for (const [name, text] of Object.entries(tables)) {
  writeFileSync(
    new URL(`worker/schema/builtin/${name}.generated.ts`, project),
    `// Written by scripts/generate-builtin.mjs; the notation is described in ${name === 'types' ? 'notation' : name}.ts.\nexport const table = \`${text}\`\n`,
  )
}
