/** The name of a new cluster: no spaces, because commands name it as a context, and different from the names in use. */
export function newClusterName(taken: readonly { readonly name: string }[]): string {
  if (taken.length === 0) return 'playground'
  return freeName('cluster', taken, taken.length + 1)
}

/** `shop-fork`, then `shop-fork-2`. */
export function forkName(name: string, taken: readonly { readonly name: string }[]): string {
  const fork = `${name}-fork`
  return taken.some((other) => other.name === fork) ? freeName(fork, taken, 2) : fork
}

function freeName(start: string, taken: readonly { readonly name: string }[], first: number): string {
  const names = new Set(taken.map(({ name }) => name))
  for (let number = first; ; number++) {
    const name = `${start}-${number}`
    if (!names.has(name)) return name
  }
}
