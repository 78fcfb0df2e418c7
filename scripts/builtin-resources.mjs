import { groupTemplate } from './builtin-templates.mjs'

const VERBS = {
  create: 'c',
  delete: 'd',
  deletecollection: 'D',
  get: 'g',
  list: 'l',
  patch: 'p',
  update: 'u',
  watch: 'w',
}

/** The text of resources.generated.ts; its notation is described in worker/schema/builtin/resources.ts. */
export function resourceTable(all, byDefault, storageVersions) {
  const lines = []
  const groups = [
    { name: '', versions: all['/api'].versions.map((version) => ({ version, groupVersion: version })) },
    ...all['/apis'].groups,
  ]
  for (const { name, versions } of groups) {
    const paths = versions.map(({ groupVersion }) => (name === '' ? `/api/${groupVersion}` : `/apis/${groupVersion}`))
    const shown = versions.map(({ version }, i) => version + (byDefault[paths[i]] === undefined ? '~' : ''))
    lines.push(`@${groupTemplate(name)} ${shown.join(' ')}`)
    const resources = new Map()
    versions.forEach(({ version }, i) => {
      for (const resource of all[paths[i]].resources) {
        const [main, subresource] = resource.name.split('/')
        const entry = resources.get(main) ?? resources.set(main, { main: resource, lines: [] }).get(main)
        entry.lines.push(
          subresource === undefined ? versionLine(version, resource) : subresourceLine(subresource, resource, entry),
        )
      }
    })
    for (const [main, entry] of resources) {
      lines.push(resourceLine(entry.main, storageVersions[name === '' ? main : `${name}/${main}`]), ...entry.lines)
    }
  }
  return lines.join('\n')
}

function resourceLine(resource, storage) {
  const words = [`=${resource.name}`, resource.kind]
  if (!resource.namespaced) words.push('cluster')
  if (resource.singularName !== resource.kind.toLowerCase()) words.push(`singular:${resource.singularName}`)
  if (resource.shortNames) words.push(`short:${resource.shortNames.join(',')}`)
  if (resource.categories) words.push(`categories:${resource.categories.join(',')}`)
  const stored = (storage?.default ?? storage?.all)?.storageVersion
  if (stored !== undefined) {
    const parts = stored.split('/')
    const version = parts.pop()
    words.push(`stored:${version}`)
  }
  return words.join(' ')
}

const verbs = (resource) => resource.verbs.map((verb) => VERBS[verb]).join('') || '-'

const versionLine = (version, resource) =>
  `${version} ${verbs(resource)} ${resource.storageVersionHash ?? ''}`.trimEnd()

function subresourceLine(name, resource, { main }) {
  const own = resource.group === undefined && resource.version === undefined && resource.kind === main.kind
  const kind = own ? '' : ` ${resource.kind}`
  const from = resource.version === undefined ? '' : ` ${groupTemplate(resource.group ?? '')}/${resource.version}`
  return `/${name} ${verbs(resource)}${kind}${from}`
}
