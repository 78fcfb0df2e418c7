import { once } from './late-module.ts'

/** Loads the list that all menus use. */
export const loadMenuList = once(() => import('./menu-list.svelte'))
