/** Reports: charts as SVG text, and pages of HTML that need nothing else. */

export { type BarChartData, barChart } from './charts/barChart.ts'
export type { Chart, ChartTable, ChartText, LegendEntry } from './charts/chart.ts'
export { type Bin, binsOf, type HistogramData, histogram } from './charts/histogram.ts'
export { type IntervalChartData, type IntervalRow, intervalChart } from './charts/intervalChart.ts'
export { type AxisData, type LineChartData, type LinePoint, type LineSeries, lineChart } from './charts/lineChart.ts'
export { type ScatterChartData, scatterChart } from './charts/scatterChart.ts'
export { type ShareChartData, shareChart } from './charts/shareChart.ts'
export { type TermsChartData, type TermsRow, termsChart } from './charts/termsChart.ts'
export { type ReportOptions, reportPage } from './reportPage.ts'
export type { ModelSubject } from './subjects/modelPage.ts'
export { subjectOfJson } from './subjects/subjectOfJson.ts'
export type { ReportSubject } from './subjects/subjects.ts'
