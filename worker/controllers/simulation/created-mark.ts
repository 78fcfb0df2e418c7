/**
 * The annotation of objects that the simulation created without a request. A shared cluster omits them, because the
 * simulation of the other cluster creates its own (src/share/collected-objects.ts).
 */
export const CREATED_MARK = 'simulated.{domain}/created'
