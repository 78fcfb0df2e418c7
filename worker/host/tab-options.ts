/** The server's options in a tab. */
export const TAB_OPTIONS = {
  authorizationModes: ['Node', 'RBAC'],
  // The simulation plays scheduler, nodes and volumes (ADR 0021), because a tab has no real ones.
  controllers: ['*', 'simulated-scheduler', 'simulated-nodes', 'simulated-volumes'],
} as const
