// Settings that the server writes into the page's head.

/** Returns the content of a meta element of the page; empty if there is none. */
export const pageMeta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
