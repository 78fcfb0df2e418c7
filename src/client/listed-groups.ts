// Discovery of a server without aggregated discovery; `client/discovery.ts` loads it for such a server only.

interface ApiResource {
  name: string
  kind: string
  namespaced: boolean
  singularName: string
  verbs: string[]
  shortNames?: string[]
  categories?: string[]
}

export interface GroupList {
  kind: 'APIGroupList'
  groups: { name: string; preferredVersion?: { version: string }; versions: { version: string }[] }[]
}

/** Reads JSON at a path. @throws ApiError */
type Get = <T>(path: string) => Promise<T>

const typeOf = (group: string, version: string, entry: ApiResource) => {
  const { name: resource, singularName: singular, kind, namespaced, verbs, shortNames = [], categories = [] } = entry
  return { group, version, resource, kind, singular, namespaced, verbs, shortNames, categories }
}

/** The resources of the listed groups, or of the core group without a list. Sends one request for each group and version. */
export async function listedTypes(get: Get, list: GroupList | undefined): Promise<ReturnType<typeof typeOf>[]> {
  if (list === undefined) {
    const core = await get<{ resources: ApiResource[] }>('/api/v1')
    return core.resources.map((entry) => typeOf('', 'v1', entry))
  }
  const versions = list.groups.flatMap((group) => {
    const preferred = group.preferredVersion?.version
    const names = group.versions.map((v) => v.version)
    const ordered = preferred === undefined ? names : [preferred, ...names.filter((name) => name !== preferred)]
    return ordered.map((version) => ({ group: group.name, version }))
  })
  const answers = await Promise.all(
    versions.map(async ({ group, version }) => {
      const answer = await get<{ resources: ApiResource[] }>(`/apis/${group}/${version}`)
      return answer.resources.map((entry) => typeOf(group, version, entry))
    }),
  )
  return answers.flat()
}
