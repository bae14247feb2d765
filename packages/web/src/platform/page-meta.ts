// Settings of the server in the head of the page.

/** Returns the content of a meta element of the page; empty where there is none. */
export const pageMeta = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
