interface SystemClass {
  readonly value: number
  readonly description: string
}

/** The classes of the system, above the classes of users; every cluster has them. */
export const SYSTEM_CLASSES: ReadonlyMap<string, SystemClass> = new Map([
  [
    'system-node-critical',
    {
      value: 2_000_001_000,
      description: 'Used for system critical pods that must not be moved from their current node.',
    },
  ],
  [
    'system-cluster-critical',
    {
      value: 2_000_000_000,
      description:
        'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
    },
  ],
])
