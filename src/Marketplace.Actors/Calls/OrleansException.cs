namespace Orleans.Runtime;

/// <summary>Base of the exceptions that the engine throws.</summary>
public class OrleansException : Exception
{
    /// <summary>Makes the exception.</summary>
    public OrleansException()
    {
    }

    /// <summary>Makes the exception.</summary>
    /// <param name="message">What happened.</param>
    public OrleansException(string message)
        : base(message)
    {
    }

    /// <summary>Makes the exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">The cause.</param>
    public OrleansException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}

/// <summary>A call could not be delivered: the engine has stopped.</summary>
public sealed class OrleansMessageRejectionException : OrleansException
{
    /// <summary>Makes the exception.</summary>
    public OrleansMessageRejectionException()
    {
    }

    /// <summary>Makes the exception.</summary>
    /// <param name="message">What happened.</param>
    public OrleansMessageRejectionException(string message)
        : base(message)
    {
    }

    /// <summary>Makes the exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">The cause.</param>
    public OrleansMessageRejectionException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}

/// <summary>A grain has more requests waiting than it may have.</summary>
public sealed class LimitExceededException : OrleansException
{
    /// <summary>Makes the exception.</summary>
    public LimitExceededException()
    {
    }

    /// <summary>Makes the exception.</summary>
    /// <param name="message">What happened.</param>
    public LimitExceededException(string message)
        : base(message)
    {
    }

    /// <summary>Makes the exception.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">The cause.</param>
    public LimitExceededException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
