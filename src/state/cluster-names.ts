import { freeName } from './free-name.ts'

type Named = readonly { readonly name: string }[]

const namesOf = (clusters: Named): ReadonlySet<string> => new Set(clusters.map(({ name }) => name))

/** The name of a new cluster: without spaces, because commands name it as a context, and different from the names in use. */
export function newClusterName(clusters: Named): string {
  if (clusters.length === 0) return 'playground'
  const taken = namesOf(clusters)
  let number = clusters.length + 1
  while (taken.has(`cluster-${number}`)) number++
  return `cluster-${number}`
}

/** The name of a fork: `shop-fork`, then `shop-fork-2`. */
export const forkName = (name: string, clusters: Named): string => freeName(`${name}-fork`, namesOf(clusters))

/** The name of a lesson's cluster: the name of the scenario, with a number when it is in use. */
export const lessonClusterName = (scenario: string, clusters: Named): string => freeName(scenario, namesOf(clusters))
