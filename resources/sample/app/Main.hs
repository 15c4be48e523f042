module Main (main) where

import System.Environment (getArgs)
import Words (Stats (..), stats)

-- | Describe every file named, or else standard input.
main :: IO ()
main = do
  names <- getArgs
  texts <- case names of
    [] -> pure <$> getContents
    _ -> mapM readFile names
  mapM_ (putStrLn . summary . stats) texts

summary :: Stats -> String
summary s = show (total s) ++ " words"
