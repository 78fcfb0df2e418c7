import type { UserInfo } from '../../api/user.ts'
import type { RequestInfo } from '../request-info.ts'

/** The attributes of a resource request that flow schemas match on. */
type RequestAttributes = Pick<RequestInfo, 'verb' | 'group' | 'resource' | 'subresource' | 'namespace'>

interface Entry<T> {
  readonly attributes: RequestAttributes
  readonly classified: T | undefined
}

/** The most entries for each user. */
const SIZE = 32

const isSame = (a: RequestAttributes, b: RequestAttributes): boolean =>
  a.verb === b.verb &&
  a.resource === b.resource &&
  a.namespace === b.namespace &&
  a.subresource === b.subresource &&
  a.group === b.group

/** The latest classifications of each user's resource requests: most users repeat the same few requests. */
export interface ClassificationCache<T> {
  get(info: RequestInfo, user: UserInfo, classify: (info: RequestInfo, user: UserInfo) => T | undefined): T | undefined
  clear(): void
}

export function classificationCache<T>(): ClassificationCache<T> {
  let entries = new WeakMap<UserInfo, Entry<T>[]>()
  return {
    get(info, user, classify) {
      let own = entries.get(user)
      if (own === undefined) entries.set(user, (own = []))
      let entry = own.find(({ attributes }) => isSame(attributes, info))
      if (entry === undefined) {
        const { verb, group, resource, subresource, namespace } = info
        entry = { attributes: { verb, group, resource, subresource, namespace }, classified: classify(info, user) }
        if (own.length >= SIZE) own.shift()
        own.push(entry)
      }
      return entry.classified
    },
    clear() {
      entries = new WeakMap()
    },
  }
}
