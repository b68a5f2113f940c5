def main():
    return 2


main()