import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
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

/** Descriptions of the built-in types and their fields, from the doc comments of `kubernetes-types`. */
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
  return types
}

/** The comments directly before types and members; the empty name is the type itself. */
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
