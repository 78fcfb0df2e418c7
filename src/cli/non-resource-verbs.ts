/** The verbs of non-resource URLs: `create clusterrole` refuses others, and `auth can-i` warns about them. */
export const NON_RESOURCE_VERBS = new Set(['*', 'get', 'post', 'put', 'delete', 'patch', 'head', 'options'])
