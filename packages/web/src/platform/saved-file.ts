// Files that the browser saves under a name, like a download.

/** How long the browser may take to begin reading the content. */
const readWithinMs = 10_000

/** Saves the content as a file; `page` is the document of the button that was pressed. */
export function saveFile(page: Document, name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = page.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), readWithinMs)
}
