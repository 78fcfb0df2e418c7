/** Whether the address has the `panes` parameter of an embed. */
export const isEmbed = 'location' in globalThis && new URLSearchParams(location.search).has('panes')
