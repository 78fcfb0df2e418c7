import { once } from './late-module.ts'

/** The list of every menu. */
export const loadMenuList = once(() => import('./menu-list.svelte'))
