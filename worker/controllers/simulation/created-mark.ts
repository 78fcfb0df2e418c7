/**
 * An annotation of objects that the simulation created by itself. A shared cluster leaves them out: the simulation of the
 * other cluster creates its own (src/share/collected-objects.ts).
 */
export const CREATED_MARK = 'simulated.{domain}/created'
