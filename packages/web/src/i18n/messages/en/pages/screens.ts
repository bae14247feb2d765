// English: saved screens of the markets page and filters on its figures.

export const screens = {
  title: 'Saved screens',
  none: 'No saved screens yet',
  name: 'Name',
  save: 'Save screen',
  update: 'Save changes',
  saveNew: 'Save as new',
  tooMany: 'Limit of {{max}} saved screens reached. Remove some first.',
  removeOf: 'Delete screen {{name}}',
  watchOf: 'Watchlist: {{name}}',
  watched: '{{name}} is now a watchlist of {{count}} markets',
  filters: 'Filters',
  filter: 'Filter',
  addFilter: 'Add filter',
  noneLeft: 'No market passes the filters',
  removeFilter: 'Remove filter: {{condition}}',
  alertOf: 'Alert on this condition: {{condition}}',
  alertSet: 'Alert set on {{count}} markets',
} as const
