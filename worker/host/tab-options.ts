/** The server's options in a tab. */
export const TAB_OPTIONS = {
  authorizationModes: ['Node', 'RBAC'],
  // Nodes that seem to run what they are given (docs/decisions/0021): a tab has no others.
  controllers: ['*', 'simulated-scheduler', 'simulated-nodes', 'simulated-volumes'],
} as const
