import { once } from '../widgets/late-module.ts'

export const loadObjectHistory = once(() => import('../history/object-history.svelte'))
export const loadWhoMade = once(() => import('../timeline/who-made.svelte'))
