// node scripts/run.mjs FILE.ts ARGS...: sets the project up and runs one of its TypeScript programs under Node.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { programs } from './kept-programs.mjs'
import { root, setUp } from './setup.mjs'

setUp()
const [file, ...args] = process.argv.slice(2)
process.argv = [process.argv[0], path.join(root, file), ...args]
const program = programs.find(file) ?? (await (await import('./bundle.mjs')).bundle(file))
process.setSourceMapsEnabled(true)
await import(pathToFileURL(program).href)
