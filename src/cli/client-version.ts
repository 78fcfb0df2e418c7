/** The release of the API that this client implements. */
export const CLIENT_VERSION = { major: '1', minor: '30', gitVersion: 'v1.30.0' }
