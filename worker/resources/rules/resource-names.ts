import { qualifiedName } from '../../api/names.ts'
import type { Dialect } from '../../dialect/dialect.ts'

// The resources that can be requested and counted: `cpu`, `memory`, `hugepages-2Mi`, `example.com/gpu`.

const OF_CONTAINERS: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage'])
const OBJECTS = [
  'pods',
  'services',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
]
const STANDARD: ReadonlySet<string> = new Set([
  ...OF_CONTAINERS,
  'storage',
  'requests.cpu',
  'requests.memory',
  'requests.storage',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  ...OBJECTS,
])
const COUNTED: ReadonlySet<string> = new Set(OBJECTS)

const HUGE_PAGES = 'hugepages-'

export const isHugePages = (name: string): boolean => name.startsWith(HUGE_PAGES)
/** The page size in a name: `2Mi` in `hugepages-2Mi`. */
export const pageSizeOf = (name: string): string => name.slice(HUGE_PAGES.length)
export const isOfContainers = (name: string): boolean => OF_CONTAINERS.has(name) || isHugePages(name)
export const isStandard = (name: string): boolean =>
  STANDARD.has(name) || isHugePages(name) || name.startsWith(`requests.${HUGE_PAGES}`)

export interface ResourceNames {
  /** Whether the server defines the resource: its name has no domain, or the server's. */
  isNative(name: string): boolean
  /** Whether the resource is in another domain, such as a device: `example.com/gpu`. */
  isExtended(name: string): boolean
  /** Whether the resource is counted in whole units. */
  isWhole(name: string): boolean
  /** Whether the limits of the resource may exceed the amount that exists. */
  isOvercommitted(name: string): boolean
}

export function resourceNames(spell: Dialect['spell']): ResourceNames {
  const own = spell('{labels}/')
  const isNative = (name: string): boolean => !name.includes('/') || name.includes(own)
  const isExtended = (name: string): boolean =>
    !isNative(name) && !name.startsWith('requests.') && qualifiedName(`requests.${name}`).length === 0
  return {
    isNative,
    isExtended,
    isWhole: (name) => COUNTED.has(name) || isExtended(name),
    isOvercommitted: (name) => isNative(name) && !isHugePages(name),
  }
}
