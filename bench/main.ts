/** npm run bench [-- --json FILE] [--no-browser]: every benchmark, with the peer's figure from the same run beside ours. */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { browserRows } from './browser.ts'
import { nodeRows } from './node.ts'
import { print, ratio } from './row.ts'

const { values } = parseArgs({
  options: { json: { type: 'string' }, 'no-browser': { type: 'boolean', default: false } },
})

const rows = [...(await nodeRows()), ...(values['no-browser'] ? [] : await browserRows())]
print(rows)
if (values.json !== undefined)
  writeFileSync(
    values.json,
    `${JSON.stringify(
      rows.map((row) => ({ ...row, ratio: ratio(row) })),
      undefined,
      2,
    )}\n`,
  )
process.exit(0)
