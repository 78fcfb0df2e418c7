import type { ObjectRef } from './object-ref.ts'

/** The path of a group's version: `/apis/apps/v1`, or `/api/v1` for the core group. */
function groupPath(group: string, version: string): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`
}

/** The path of an object, or of a collection when `name` is empty. */
export function resourcePath({ group, version, resource, namespace, name }: ObjectRef): string {
  const scope = namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`
  const tail = name === '' ? '' : `/${encodeURIComponent(name)}`
  return `${groupPath(group, version)}${scope}/${resource}${tail}`
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** The reverse of `resourcePath`; undefined for any other path. `/api/v1/namespaces/shop` is the namespace itself. */
export function parseResourcePath(path: string): ObjectRef | undefined {
  const parts: string[] = []
  for (const segment of path.split('/').slice(1)) {
    const part = decode(segment)
    if (part === undefined || part === '') return undefined
    parts.push(part)
  }
  const prefix = parts.shift()
  if (prefix !== 'api' && prefix !== 'apis') return undefined
  const group = prefix === 'api' ? '' : parts.shift()
  const version = parts.shift()
  if (group === undefined || version === undefined) return undefined
  let namespace = ''
  if (parts[0] === 'namespaces' && parts.length > 2) {
    parts.shift()
    namespace = parts.shift() ?? ''
  }
  const [resource, name = ''] = parts
  if (resource === undefined || parts.length > 2) return undefined
  return { group, version, resource, namespace, name }
}

/** The key of a tab: equal for the same object in every API version. */
export function refKey({ group, resource, namespace, name }: ObjectRef): string {
  return `${group}/${resource}/${namespace}/${name}`
}
