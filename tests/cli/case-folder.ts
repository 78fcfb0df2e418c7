import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A temporary folder that is the working directory and the home of a client during one case. */
export interface CaseFolder {
  readonly directory: string
  write(name: string, text: string): void
  /** The text of a file; null when there is no such file. */
  read(name: string): string | null
  remove(): void
}

export function createCaseFolder(): CaseFolder {
  // The client prints the path without symbolic links.
  const directory = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'cli-'))
  mkdirSync(path.join(directory, '.tmp'))
  const fileOf = (name: string): string => path.join(directory, name)
  return {
    directory,
    write(name, text) {
      mkdirSync(path.dirname(fileOf(name)), { recursive: true })
      writeFileSync(fileOf(name), text, { mode: name.endsWith('.sh') ? 0o755 : 0o600 })
    },
    read: (name) => (existsSync(fileOf(name)) ? readFileSync(fileOf(name), 'utf8') : null),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** The client's configuration: the server, the token of an administrator and the namespace of the case. */
export const KUBECONFIG = `apiVersion: v1
kind: Config
clusters:
- name: oracle
  cluster:
    server: \${base}
    insecure-skip-tls-verify: true
contexts:
- name: oracle
  context:
    cluster: oracle
    user: admin
    namespace: \${ns}
current-context: oracle
users:
- name: admin
  user:
    token: admin-token
`
