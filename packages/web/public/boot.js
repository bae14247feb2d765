// Dresses the document in the remembered theme before the first paint, so that a light page never
// flashes dark. shell/theme.ts owns the record; this reads the same key and nothing else.
;(function () {
  try {
    const record = JSON.parse(localStorage.getItem('basis.look') || '{}').value || {}
    const light =
      record.theme === 'light' ||
      (record.theme === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
    document.documentElement.dataset.theme = light ? 'light' : 'dark'
    if (record.sides) document.documentElement.dataset.sides = record.sides
  } catch {
    // A closed or broken storage leaves the dark default of the document.
  }
})()
