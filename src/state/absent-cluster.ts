import { notices } from './notices.svelte.ts'

/** Reports that the address names a cluster that this browser does not have. */
export function reportAbsent(cluster: string): void {
  notices.show({
    tone: 'warning',
    title: 'The address names a cluster that this browser does not have',
    detail: `A cluster is stored in the browser that created it. Cluster ${cluster} was deleted, or is in another browser: ask for a share link.`,
  })
}

export function reportUpdate(): void {
  notices.show({
    tone: 'info',
    title: 'A new version is ready; it starts when all tabs are closed',
    lasting: true,
  })
}
