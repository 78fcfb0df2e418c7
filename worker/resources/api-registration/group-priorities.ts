/** The priority of each built-in group in discovery. The names are templates that `Dialect.spell` completes. */
const GROUPS: ReadonlyMap<string, number> = new Map([
  ['', 18000],
  ['apps', 17800],
  ['events.{domain}', 17750],
  ['authentication.{domain}', 17700],
  ['authorization.{domain}', 17600],
  ['autoscaling', 17500],
  ['batch', 17400],
  ['certificates.{domain}', 17300],
  ['networking.{domain}', 17200],
  ['policy', 17100],
  ['rbac.authorization.{domain}', 17000],
  ['storage.{domain}', 16800],
  ['apiextensions.{domain}', 16700],
  ['admissionregistration.{domain}', 16700],
  ['scheduling.{domain}', 16600],
  ['coordination.{domain}', 16500],
  ['node.{domain}', 16300],
  ['discovery.{domain}', 16200],
  ['flowcontrol.{apiserver}{domain}', 16100],
  ['internal.apiserver.{domain}', 16000],
  ['resource.{domain}', 15900],
  ['storagemigration.{domain}', 15800],
])

/** The priorities of versions that do not have the usual priority of a stable, a beta or an alpha version. */
const VERSIONS: ReadonlyMap<string, number> = new Map([
  ['/v1', 1],
  ['autoscaling/v2', 30],
  ['flowcontrol.{apiserver}{domain}/v1', 21],
  ['flowcontrol.{apiserver}{domain}/v1beta3', 18],
  ['admissionregistration.{domain}/v1beta1', 12],
  ['authentication.{domain}/v1alpha1', 1],
  ['certificates.{domain}/v1alpha1', 1],
  ['networking.{domain}/v1alpha1', 1],
  ['storage.{domain}/v1alpha1', 1],
])

interface Priorities {
  readonly groupPriorityMinimum: number
  readonly versionPriority: number
}

/** Returns a function that finds the discovery priorities of a built-in version; undefined for a group without an APIService. */
export function prioritiesOf(
  spell: (template: string) => string,
): (group: string, version: string) => Priorities | undefined {
  const groups = new Map([...GROUPS].map(([group, priority]) => [spell(group), priority]))
  const versions = new Map([...VERSIONS].map(([version, priority]) => [spell(version), priority]))
  return (group, version) => {
    const groupPriorityMinimum = groups.get(group)
    if (groupPriorityMinimum === undefined) return undefined
    const usual = version.includes('alpha') || version.includes('beta') ? 9 : 15
    return { groupPriorityMinimum, versionPriority: versions.get(`${group}/${version}`) ?? usual }
  }
}
