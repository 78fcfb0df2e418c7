/** The verbs that a rule about non-resource URLs may have. */
export const NON_RESOURCE_VERBS = new Set(['*', 'get', 'post', 'put', 'delete', 'patch', 'head', 'options'])
