import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { FieldDescriptions } from '../worker/http/openapi/field-descriptions.ts'
import { lookupTable } from '../worker/runtime/lookup-table.ts'

/** The prefix of type names in the generated tables, by folder of the package. */
const PACKAGES = lookupTable<string>({
  api: 'apimachinery.pkg.api',
  meta: 'apimachinery.pkg.apis.meta',
  apiextensions: 'apiextensions-apiserver.pkg.apis.apiextensions',
  version: 'apimachinery.pkg.version',
  runtime: 'apimachinery.pkg.runtime',
})

/** The content of `recordings/schema/descriptions.json.gz`. */
interface Published {
  /** Lists of the values that a field can have. */
  readonly lists: readonly string[]
  readonly types: Readonly<
    Record<string, Readonly<Record<string, { readonly text?: string; readonly values?: number }>>>
  >
}

/**
 * Descriptions of the built-in types and their fields: the doc comments of `kubernetes-types`, and what the published
 * documents say beyond them.
 */
export function readFieldDescriptions(): FieldDescriptions {
  const root = path.dirname(createRequire(import.meta.url).resolve('kubernetes-types/package.json'))
  const types: Record<string, Record<string, string>> = {}
  for (const entry of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.d.ts')) continue
    const [group = '', version] = entry.slice(0, -'.d.ts'.length).split(path.sep)
    const prefix = [PACKAGES[group] ?? `api.${group}`, version].filter(Boolean).join('.')
    for (const [name, texts] of interfaces(readFileSync(path.join(root, entry), 'utf8')))
      types[`${prefix}.${name}`] = texts
  }
  addPublished(types)
  return types
}

function addPublished(types: Record<string, Record<string, string>>): void {
  const file = new URL('../recordings/schema/descriptions.json.gz', import.meta.url)
  const { lists, types: published } = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as Published
  for (const [type, fields] of Object.entries(published)) {
    const own = (types[type] ??= {})
    for (const [field, { text = own[field] ?? '', values }] of Object.entries(fields))
      own[field] = values === undefined ? text : `${text}\n\nPossible enum values:\n${lists[values] ?? ''}`
  }
}

/** Yields each type with the comments directly before its members, by name. The empty name holds the comment of the type. */
function* interfaces(source: string): Generator<[string, Record<string, string>]> {
  let texts: Record<string, string> | undefined
  let comment: string | undefined
  let block: string[] | undefined
  for (const line of source.split('\n')) {
    if (block !== undefined) {
      if (/^\s*\*\/$/.test(line)) [comment, block] = [block.join('\n'), undefined]
      else block.push(line.replace(/^\s*\* ?/, ''))
      continue
    }
    if (/^\s*\/\*\*$/.test(line)) {
      block = []
      continue
    }
    const [, text] = /^\s*\/\*\* (.*) \*\/$/.exec(line) ?? []
    const [, name] = /^export (?:interface|type) (\w+)/.exec(line) ?? []
    const [, member] = /^\s+(?:readonly )?"?([\w$-]+)"?\??:/.exec(line) ?? []
    if (text !== undefined) comment = text
    else {
      if (name !== undefined) {
        texts = comment === undefined ? {} : { '': comment }
        yield [name, texts]
      } else if (member !== undefined && texts !== undefined && comment !== undefined) texts[member] = comment
      comment = undefined
    }
  }
}
