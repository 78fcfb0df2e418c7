/** Whether another page shows the app in a frame: its address says with which panes. */
export const isEmbed = 'location' in globalThis && new URLSearchParams(location.search).has('panes')
