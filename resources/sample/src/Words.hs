{-# LANGUAGE ImportQualifiedPost #-}

-- | Splitting a text into words, and counting them.
module Words (Stats (..), stats, wordsIn, top) where

import Data.Char (isAlpha, toLower)
import Data.List (sortOn)
import Data.Map.Strict qualified as Map
import Data.Ord (Down (..))

-- | What there is to say about the words of a text.
data Stats = Stats
  { total :: Int
  , uses :: Map.Map String Int
  }

-- | Letters in a row make a word; case does not matter.
wordsIn :: String -> [String]
wordsIn text = case dropWhile (not . isAlpha) text of
  "" -> []
  rest -> map toLower word : wordsIn after
    where
      (word, after) = span isAlpha rest

-- | Count every word of a text.
stats :: String -> Stats
stats text = Stats {total = length found, uses = seen}
  where
    found = wordsIn text
    seen = Map.fromListWith (+) [(word, 1) | word <- found]

-- | The words used most, the commonest first.
top :: Int -> Stats -> [(String, Int)]
top n = take n . sortOn (Down . snd) . Map.toList . uses
