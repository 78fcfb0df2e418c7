import { groupTemplate, typeTemplate } from './builtin-templates.mjs'

const MAP_TYPES = { atomic: 'a', granular: 'g' }
const REFERENCES = { t: 'Time', m: 'MicroTime', q: 'Quantity', x: 'IntOrString', R: 'RawExtension', F: 'FieldsV1' }

/** The text of types.generated.ts; its notation is described in worker/schema/builtin/notation.ts. */
export function typeTable(structsText, published) {
  const structs = parseStructs(structsText)
  const facts = new Map()
  for (const [name, type] of Object.entries(published)) if (name !== '') facts.set(typeTemplate(name), type)
  for (const [name] of facts) {
    if (!structs.has(name) && facts.get(name).properties === undefined) structs.set(name, { fields: [], typed: false })
  }
  const packages = new Map()
  for (const name of [...structs.keys()].sort((a, b) => (a < b ? -1 : 1))) {
    const at = name.lastIndexOf('.')
    const list = packages.get(name.slice(0, at)) ?? packages.set(name.slice(0, at), []).get(name.slice(0, at))
    list.push(name)
  }
  const lines = []
  const everywhere = facts.get('apimachinery.pkg.apis.meta.v1.DeleteOptions')['group-version-kind']
  lines.push(`!${everywhere.map((g) => `${groupTemplate(g.group)}/${g.version}`).join(' ')}`)
  for (const [path, names] of packages) {
    const versions = names.map((name) => facts.get(name)?.['group-version-kind']).filter((g) => g?.length === 1)
    const version = versions.length === 0 ? '' : ` ${groupTemplate(versions[0][0].group)}/${versions[0][0].version}`
    const all = names.some((name) => facts.get(name)?.profile === 'all') ? ' all' : ''
    lines.push(`@${path}${version}${all}`)
    for (const name of names) lines.push(...typeLines(name, path, { structs, facts, everywhere: everywhere.length }))
  }
  return lines.join('\n')
}

function parseStructs(text) {
  const structs = new Map()
  let current
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    if (line.startsWith('  ')) {
      const [name, number, flags, type, patch] = line.trim().split(' ')
      current.fields.push({ name, number, pointer: flags.includes('*'), omit: flags.includes('o'), type, patch })
      continue
    }
    const [name, second, alias] = line.split(' ')
    current = { fields: [], typed: second === 'typed', alias: second === '=' ? alias : undefined }
    structs.set(name, current)
  }
  return structs
}

function typeLines(name, path, { structs, facts, everywhere }) {
  const struct = structs.get(name)
  const type = facts.get(name)
  const short = name.slice(path.length + 1)
  if (struct.alias !== undefined && struct.alias.length === 1) return [`=${short}:${struct.alias}`]
  const { fields, typed } = struct.alias === undefined ? struct : structs.get(struct.alias)
  const gvks = type?.['group-version-kind'] ?? []
  const words = []
  if (type === undefined) words.push('hidden')
  if (typed) words.push('typed')
  if (type?.['map-type'] === 'atomic') words.push('atomic')
  if (gvks.length === 1) words.push('kind')
  else if (gvks.length === everywhere) words.push('everywhere')
  else if (gvks.length > 1) words.push(`in:${gvks.map((g) => `${groupTemplate(g.group)}/${g.version}`).join(',')}`)
  for (const union of type?.unions ?? []) {
    words.push(`union:${union.discriminator},${Object.keys(union['fields-to-discriminateBy']).join(',')}`)
  }
  const lines = [['=' + short, ...words].join(' ')]
  let previous = { prefix: '', number: 0 }
  for (const field of fields) {
    const at = field.number.lastIndexOf('.') + 1
    const prefix = field.number.slice(0, at)
    const number = Number(field.number.slice(at))
    const follows = field.number !== '-' && prefix === previous.prefix && number === previous.number + 1
    previous = field.number === '-' ? previous : { prefix, number }
    lines.push(fieldLine(field, follows ? '' : `#${field.number === '-' ? 0 : field.number}`, type))
  }
  return lines
}

function fieldLine(field, number, type) {
  const property = type?.properties?.[field.name]
  const flags = (field.omit ? '' : '!') + (field.pointer ? '*' : '') + (type?.required?.includes(field.name) ? '+' : '')
  const strategy = property?.['patch-strategy']
  const patch =
    strategy === undefined ? '' : ` ^${strategy}${property['patch-merge-key'] ? `:${property['patch-merge-key']}` : ''}`
  return `${field.name}${number}${flags} ${expression(field.type, property, field.omit || field.pointer)}${patch}`
}

/** The type of a field in the notation of the table: the type in the Go struct, with the published facts about it. */
function expression(type, facts, optional = false) {
  const inner = type.slice(1, -1)
  if (type.startsWith('[')) return `[${expression(inner, facts?.items)}]${listMarker(facts)}`
  if (type.startsWith('{')) {
    return `{${expression(inner, facts?.additionalProperties)}}${MAP_TYPES[facts?.['map-type']] ?? ''}`
  }
  if (type === 'y' && facts?.['list-type'] !== undefined) return 'Y'
  if (type.length > 1 || REFERENCES[type] !== undefined || facts === undefined) {
    if (facts?.['map-type'] === 'granular') return `${reference(type)}~g`
    return reference(type) + (facts?.['list-type'] === 'atomic' ? '~a' : '')
  }
  const choices = facts.enum === undefined ? '' : `|${facts.enum.join('|')}`
  const given = typeof facts.default === 'string' && (optional || facts.default !== '')
  return type + choices + (given ? `=${facts.default}` : '')
}

const reference = (type) =>
  type.replace(/^apimachinery\.pkg\.apis\.meta\.v1\./, 'meta.').replace(/^api\.core\.v1\./, 'core.')

function listMarker(facts) {
  const type = facts?.['list-type']
  if (type === undefined) return ''
  return type === 'map' ? `m${facts['list-map-keys'].join(',')}` : type[0]
}
