// Reports citations in comments and links in Markdown that do not resolve (docs/STYLE.md, Citations).
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { commentFaults, type Documents, linkFaults, repeatedRules } from './citation-faults.ts'
import { passages } from './prose.ts'
import { trackedFiles } from './tracked-files.ts'

const documents: Documents = {
  exists: existsSync,
  read: (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined),
  decisions: new Set(readdirSync('docs/decisions').map((name) => name.slice(0, 4))),
}

let count = 0
for (const { name, content } of trackedFiles(process.argv.slice(2))) {
  const faults = name.endsWith('.md')
    ? linkFaults(name, content, documents)
    : passages(name, content).flatMap((passage) => (passage.kind === 'title' ? [] : commentFaults(passage, documents)))
  if (name.startsWith('docs/reference/')) faults.push(...repeatedRules(content))
  for (const { line, fault } of faults) console.log(`${name}:${line}  ${fault}`)
  count += faults.length
}
if (count > 0) {
  console.log(`${count} citations do not resolve`)
  process.exitCode = 1
}
