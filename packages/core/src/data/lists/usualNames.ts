import type { ColumnRole } from '../../problems/tableProblem.ts'

/** Names that are taken where no column has a default name; those of items only in tables that are not plain numbers. */
export const usualNames: Readonly<Record<ColumnRole, readonly string[]>> = {
  list: [
    'query_id',
    'search_id',
    'request_id',
    'search_query',
    'search_term',
    'search',
    'keywords',
    'keyword',
    'topic',
    'session_id',
    'session',
    'user_id',
    'user',
  ],
  // What people did comes before ratings: these are as often what is known of an item.
  label: [
    ...['judgment', 'judgement', 'rel', 'target'],
    ...[
      'purchases',
      'purchase',
      'purchased',
      'orders',
      'ordered',
      'bookings',
      'booking',
      'booked',
      'applications',
      'applied',
      'conversions',
      'converted',
    ],
    ...['clicks', 'click', 'clicked', 'rating', 'stars', 'score'],
  ],
  item: [
    ...['product_id', 'item_id', 'doc_id', 'docid', 'document_id', 'listing_id', 'sku', 'asin', 'product', 'document'],
    ...[
      'job_id',
      'hotel_id',
      'article_id',
      'recipe_id',
      'movie_id',
      'song_id',
      'video_id',
      'book_id',
      'restaurant_id',
      'property_id',
      'offer_id',
    ],
  ],
  key: [],
  orderBy: [],
}
