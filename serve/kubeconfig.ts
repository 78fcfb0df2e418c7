import { readFileSync } from 'node:fs'

/** A client configuration for the server at `url`, with the first static token if there is one. */
export function kubeconfig(url: string, tokenFile: string | undefined): string {
  return clientConfig(url, tokenFile === undefined ? undefined : readFileSync(tokenFile, 'utf8').split(',')[0]?.trim())
}

/** A client configuration as JSON, which is YAML. */
export function clientConfig(url: string, token: string | undefined): string {
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'tabplane',
    clusters: [
      {
        name: 'tabplane',
        cluster: { server: url, ...(url.startsWith('https') ? { 'insecure-skip-tls-verify': true } : {}) },
      },
    ],
    users: [{ name: 'tabplane', user: token === undefined ? {} : { token } }],
    contexts: [{ name: 'tabplane', context: { cluster: 'tabplane', user: 'tabplane' } }],
  }
  return `${JSON.stringify(config, undefined, 2)}\n`
}
