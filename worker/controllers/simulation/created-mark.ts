/**
 * The annotation of objects that the simulation created without a request. A shared cluster is sent without these objects,
 * because the simulation creates its own in the receiving cluster (src/share/collected-objects.ts).
 */
export const CREATED_MARK = 'simulated.{domain}/created'
