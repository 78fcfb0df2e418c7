// npm run recordings -- unpack [NAME ...]   writes recordings as indented JSON into .cache/recordings/
// npm run recordings -- pack                packs what .cache/recordings/ holds
// npm run recordings -- show CASE           prints the cases with this name
// A NAME is a folder (`tables`), a file (`20-verbs`) or an area (`verbs`).
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { FOLDERS, readRecording, recordingNames, unpackedRoot, writeRecording } from './archive.ts'

const everything = FOLDERS.flatMap((folder) => recordingNames(folder).map((name) => ({ folder, name })))

interface Named {
  readonly name: string
  readonly area?: string
}

const casesOf = (value: unknown): readonly Named[] => (Array.isArray(value) ? (value as Named[]) : [])

function unpack(wanted: readonly string[]): void {
  for (const { folder, name } of everything) {
    const value = readRecording(folder, name)
    const names = [folder, name, ...casesOf(value).map(({ area }) => area)]
    if (wanted.length > 0 && !wanted.some((one) => names.includes(one))) continue
    const file = path.join(unpackedRoot, folder, `${name}.json`)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(value, null, 1)}\n`)
    console.log(path.relative(process.cwd(), file))
  }
}

function pack(): void {
  for (const folder of FOLDERS) {
    const source = path.join(unpackedRoot, folder)
    for (const file of existsSync(source) ? readdirSync(source) : []) {
      const value = JSON.parse(readFileSync(path.join(source, file), 'utf8')) as unknown
      if (writeRecording(folder, path.basename(file, '.json'), value)) console.log(`packed ${folder}/${file}`)
    }
  }
}

function show(wanted: string): boolean {
  const found = everything
    .filter(({ folder }) => folder === 'answers' || folder === 'commands')
    .flatMap(({ folder, name }) => casesOf(readRecording(folder, name)))
    .filter(({ name, area }) => name === wanted || `${area}/${name}` === wanted)
  for (const one of found) console.log(JSON.stringify(one, null, 1))
  return found.length > 0
}

const [command, ...names] = process.argv.slice(2)
if (command === 'unpack') unpack(names)
else if (command === 'pack') pack()
else if (command === 'show' && names[0] !== undefined) {
  if (!show(names[0])) throw new Error(`no recorded case is named ${names[0]}`)
} else {
  console.error('usage: npm run recordings -- unpack [NAME ...] | pack | show CASE')
  process.exitCode = 2
}
