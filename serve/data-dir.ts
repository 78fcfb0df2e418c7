/**
 * npm run data-dir -- backup DIR FILE [--accept-data-loss]
 * npm run data-dir -- restore FILE DIR
 * npm run data-dir -- check DIR
 * Backs up a `--data-dir`, restores a back-up and checks a folder (docs/reliability.md). A server may use the folder during a
 * back-up or a check.
 */
import { parseArgs } from 'node:util'
import { enterCallersFolder } from './caller-folder.ts'
import { backUp, findSettledFolder, restore } from './data-folder/back-up.ts'
import { describeLosses, describeRepair } from './data-folder/damage-report.ts'
import { nodeFiles } from './data-folder/node-files.ts'
import { errorMessage } from '../worker/runtime/error-message.ts'

const USAGE = 'npm run data-dir -- backup DIR FILE [--accept-data-loss] | restore FILE DIR | check DIR'

/** Whether the folder has no damage. Prints the number of objects and the damage. */
async function check(folder: string): Promise<boolean> {
  const found = await findSettledFolder(nodeFiles(folder))
  if (found === undefined) throw new Error(`${folder} holds no cluster`)
  const { state, losses, isDamaged } = found
  console.log(`${state.records.size} objects at revision ${state.revision}`)
  if (losses.length > 0) console.log(`Lost: ${describeLosses(losses, state, Infinity)}`)
  else if (isDamaged) console.log(`Damaged; the next start repairs it. ${describeRepair(folder, state)}`)
  return !isDamaged
}

async function main(): Promise<void> {
  enterCallersFolder('data-dir')
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'accept-data-loss': { type: 'boolean', default: false } },
  })
  const [command, first, second] = positionals
  if (command === 'check' && first !== undefined) {
    if (!(await check(first))) process.exitCode = 1
  } else if (command === 'backup' && first !== undefined && second !== undefined) {
    const { objects, revision } = await backUp(first, second, values['accept-data-loss'])
    console.log(`${objects} objects at revision ${revision} are in ${second}`)
  } else if (command === 'restore' && first !== undefined && second !== undefined) {
    const { objects, revision } = await restore(first, second)
    console.log(`${objects} objects are in ${second}, which continues after revision ${revision}`)
  } else throw new Error(USAGE)
}

main().catch((error: unknown) => {
  console.error(`Error: ${errorMessage(error)}`)
  process.exitCode = 1
})
